from dashboard.settings import Settings, default_database, read_settings


def test_an_empty_environment_gives_the_offline_judge_and_the_users_folder() -> None:
    assert read_settings({}) == Settings(default_database(), "offline", None)
    assert default_database().endswith("/hallucination-dashboard/runs.db")


def test_the_environment_decides() -> None:
    environ = {
        "DATABASE_URL": "sqlite:///x.db",
        "HALLUCINATION_JUDGE": "openai/gpt-5-mini",
        "HALLUCINATION_API_BASE": "http://127.0.0.1:9/v1",
    }

    assert read_settings(environ) == Settings(
        "sqlite:///x.db", "openai/gpt-5-mini", "http://127.0.0.1:9/v1"
    )


def test_blank_variables_count_as_not_set() -> None:
    assert read_settings({"HALLUCINATION_JUDGE": " "}).judge == "offline"
