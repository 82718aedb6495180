"""Output and context of a run, alive: pointing at a claim lights all of it.

The script and style are ours and run as they are written; every text of a run is data
that the script sets as text. Lighting and scrolling happen in the browser; only what
changes something is sent here.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.alive.action import Action, Inbox
from dashboard.alive.data import run_data
from storage.values import RunDetails

__all__ = ["Action", "show"]

HERE = Path(__file__).parent
SCRIPTS = ("elements", "texts", "cards", "keys", "lights", "kept", "outbox", "alive")
"""Files that make one script, the one that starts it last."""
STYLES = (HERE.with_name("look.css"), HERE / "alive.css")

_component = st.components.v2.component(
    "hallucination_dashboard_alive",
    html='<div class="hd alive"></div>',
    css="\n".join(path.read_text(encoding="utf-8") for path in STYLES),
    js="\n".join((HERE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
)


def show(
    run: RunDetails,
    *,
    key: str,
    review: bool = False,
    flagged: bool = False,
    has_next: bool = False,
    has_previous: bool = False,
) -> Action | None:
    """Show output, context and claims of a run; return what a person just did.

    Act upon it before anything else is put on the page, then rerun: what the page is
    asked meanwhile waits. Without ``review`` the cards have no buttons and nothing
    comes back.

    Args:
        run: What is shown.
        key: Names this place on the page; it may be the same for every run.
        review: Whether a person may give verdicts here.
        flagged: Whether the run is flagged, for the words of its button.
        has_next: Whether there is a run to go on to.
        has_previous: Whether there is one to go back to.
    """
    inbox = st.session_state.setdefault(f"{key}_inbox", Inbox())

    def receive() -> None:
        sent = st.session_state.get(key)
        inbox.put(sent.get("action") if isinstance(sent, dict) else None)

    _component(
        key=key,
        data={
            **run_data(run),
            "review": review,
            "flagged": flagged,
            "has_next": has_next,
            "has_previous": has_previous,
            "heard": inbox.heard,
        },
        on_action_change=receive,
    )
    action = inbox.take(
        run=run.summary.run_id, claims={claim.claim_id for claim in run.claims}
    )
    return action if review else None
