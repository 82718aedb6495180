"""Entry of the web page, and of the server that carries it.

Streamlit runs this file twice: once imported as a module, for the server ``app``, and
then as ``__main__`` for every rerun of the page.
"""

from __future__ import annotations

import sys
from pathlib import Path

if str(Path(__file__).resolve().parents[1]) not in sys.path:
    # `streamlit run dashboard/app.py` puts only this file's folder on the path
    sys.path.append(str(Path(__file__).resolve().parents[1]))

if __name__ == "__main__":
    from dashboard.views import frame

    frame.run_page()
elif __name__ != "__mp_main__":  # which is how a process of a pool would import it
    import streamlit as st

    from dashboard import server

    app = st.App(
        __file__, middleware=server.middleware(), lifespan=server.working_meanwhile
    )
