"""What the commands do; how they are called is said in ``dashboard.cli``.

Each is imported when it is called, so that ``--help`` answers at once.
"""
