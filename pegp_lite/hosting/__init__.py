"""Serving the pages to a class: Voilà, with the doors shut that a public server must not leave open.

Where is what:

| looking for | look in |
|---|---|
| the command line, the settings and their limits | `__main__.py`, `settings.py` |
| how everything is put together, every address there is | `server.py` |
| what Voilà is told | `configuration.py` |
| the front desk: who is let in, who must leave, the cap of open pages | `desk.py`, `wire/visits.py` |
| the security headers and the content security policy | `web/policy.py` |
| the error page, the answer to addresses that are not ours | `web/base.py` |
| the start page, a page and its process | `web/pages.py`, turned into HTML by `web/rendering.py` |
| the Stop button, the goodbye of a closed tab, `/healthz`, `/readyz` | `web/calls.py` |
| how many connections, from whom, how long they may keep us waiting | `web/door.py`, `web/guests.py` |
| whose address a request is counted under, what another site's page may start | `web/origin.py` |
| scripts, styles and fonts | `web/assets.py` |
| which messages pass between a browser and a process, and how many | `wire/messages.py`, `wire/visits.py` |
| the websocket | `wire/line.py` |
| pages kept ready | `kernels/shelf.py` |
| how a process is born, bounded and ended | `kernels/nursery.py`, `kernels/process.py`, `kernels/manager.py` |
| votes, scores and the lecturer's desk | `classroom/` |
| memory given back, and what the collector leaves alone | `tidying.py` |
| what is logged, and what is not | `logs.py` |
| what we borrow from the insides of the libraries below us | `compat.py` |
"""
