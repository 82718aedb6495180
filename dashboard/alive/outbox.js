// Sends what a person does, one thing at a time: the next once the last was heard.

const PATIENCE_MS = 5000;

class Outbox {
  constructor() {
    this.at = 0;
    this.queue = [];
    this.flying = null;
  }

  // Takes note of what the server has heard, and sends what still waits for this run.
  listen({ run, heard }, trigger) {
    this.trigger = trigger;
    this.at = Math.max(this.at, heard);
    this.queue = this.queue.filter((each) => each.run === run);
    if (this.flying && (heard >= this.flying.at || this.flying.run !== run)) this.flying = null;
    this.rest();
    if (this.flying) this.wait(PATIENCE_MS);
    this.next();
  }

  put(action) {
    this.queue.push({ claim: null, label: null, reason: null, ...action });
    this.next();
  }

  next() {
    if (this.flying || this.queue.length === 0) return;
    this.flying = { ...this.queue.shift(), at: ++this.at };
    this.fly(PATIENCE_MS);
  }

  // Said twice it counts once; a connection that broke may have swallowed it.
  fly(patience) {
    this.trigger("action", this.flying);
    this.wait(patience);
  }

  wait(patience) {
    this.later = setTimeout(() => this.fly(2 * patience), patience);
  }

  // Says nothing more until it listens again; what is in the air is not forgotten, as
  // the page may only be drawn anew.
  rest() {
    clearTimeout(this.later);
  }
}
