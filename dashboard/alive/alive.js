// Holds texts and cards together: what is drawn, pointed at, chosen and done.

const CARDS_AT_ONCE = 60;
const remembered = new Map(); // by run: the claim that was chosen, the order of the cards

class Alive {
  constructor(root) {
    this.root = root;
    this.box = root.querySelector(".alive");
    this.outbox = new Outbox();
    this.reasons = new Map();
    this.onKey = (event) => this.key(event);
    this.onSize = () => makeRoom(this.box);
    this.box.addEventListener("pointerover", (event) => this.point(event.target));
    this.box.addEventListener("pointerleave", () => this.rest());
    this.box.addEventListener("click", (event) => this.touch(event.target, true));
    this.box.addEventListener("focusin", (event) => this.pressed || this.touch(event.target, false));
    // Nothing may move between a press and its click: it would miss its button.
    this.box.addEventListener("pointerdown", () => (this.pressed = true));
    for (const kind of ["pointerup", "pointercancel"])
      this.box.addEventListener(kind, () => (this.pressed = false));
    this.box.addEventListener("pointerleave", () => (this.pressed = false));
  }

  show(data, trigger) {
    const another = this.data?.run !== data.run;
    if (another) {
      this.limit = CARDS_AT_ONCE;
      this.reasons.clear();
      if (!remembered.has(data.run)) remembered.set(data.run, { chosen: null, order: [] });
    }
    this.data = data;
    this.memory = remembered.get(data.run);
    makeRoom(this.box);
    this.draw(another);
    document.addEventListener("keydown", this.onKey);
    window.addEventListener("resize", this.onSize);
    this.outbox.listen(data, trigger);
  }

  // Called also before all is drawn anew: no key that is pressed meanwhile may be lost.
  leave() {
    window.removeEventListener("resize", this.onSize);
    this.outbox.rest();
  }

  draw(another) {
    const kept = another ? null : keep(this.root);
    const within = this.root.activeElement !== null;
    const there = new Map(this.data.claims.map((claim) => [claim.id, claim]));
    this.memory.order = orderOf(this.data.claims, this.memory.order);
    this.claims = this.memory.order.map((id) => there.get(id)).filter(Boolean);
    this.places = new Places();
    this.current = this.reached = null;
    this.box.replaceChildren(...this.elements());
    const first = this.data.review ? this.claims[0] : null;
    const claim = stillChosen(this.claims, this.memory) ?? first;
    if (claim) this.settle(claim, !another);
    if (kept) restore(this.root, kept);
    else if (claim) this.places.bring(claim.n);
    if (another && within) this.card(claim)?.focus({ preventScroll: true });
  }

  elements() {
    this.list = make("div", { class: "al-cards", role: "list" });
    this.more = button("More claims", {
      id: "more-claims",
      does: () => this.fill(this.limit + CARDS_AT_ONCE),
    });
    this.said = make("p", { class: "hd-sr", role: "status" });
    this.help = helpOf(this.data.review);
    const title = `Claims (${this.claims.length.toLocaleString("en")})`;
    this.panes = make("div", { class: "al-panes" }, textsOf(this.data, this.places));
    if (this.claims.length) this.panes.append(pane(title, "claims", [this.list, this.more]));
    this.fill(this.limit);
    if (this.claims.length) this.reach(this.claims[0]);
    const tools = toolsOf(this.data, (key) => this.press(key), () => this.act("add"));
    tools.hidden = !this.data.review && this.claims.length === 0;
    return [tools, this.panes, this.said, this.help];
  }

  // Draws cards up to a limit: an output may hold thousands of claims.
  fill(limit) {
    this.limit = Math.max(limit, this.limit);
    for (const claim of this.claims.slice(this.list.childElementCount, this.limit)) {
      const card = cardOf(claim, {
        total: this.claims.length,
        review: this.data.review,
        reason: this.reasons.get(claim.id) ?? "",
        does: this,
      });
      this.places.add(claim.n, "card", card);
      this.list.append(card);
    }
    this.more.hidden = this.limit >= this.claims.length;
  }

  card(claim) {
    return claim && this.places.of(claim.n).card[0];
  }

  // What is pointed at is lit; once nothing is, the claim that was chosen.

  point(target) {
    const numbers = numbersAt(target);
    if (numbers.length === 0) return this.rest();
    this.light(numbers);
    this.places.bring(numbers[0], regionAt(target), passageAt(target));
  }

  rest() {
    this.light(this.current ? [this.current.n] : []);
  }

  light(numbers) {
    this.fill(1 + Math.max(...numbers.map((n) => this.claims.findIndex((each) => each.n === n))));
    this.places.light(numbers);
  }

  // What is touched or reached by keyboard is chosen; touched again, what it overlaps.

  touch(target, again) {
    const numbers = numbersAt(target);
    if (numbers.length === 0) return;
    const at = numbers.indexOf(this.current?.n);
    const number = numbers[at < 0 ? 0 : again ? (at + 1) % numbers.length : at];
    const claim = this.claims.find((each) => each.n === number);
    this.choose(claim, regionAt(target), passageAt(target));
  }

  choose(claim, from = null, passage = null) {
    this.light([claim.n]);
    const before = this.card(claim).getBoundingClientRect().top;
    if (claim !== this.current) this.settle(claim, true);
    if (from?.contains(this.card(claim))) holdStill(from, this.card(claim), before);
    this.places.bring(claim.n, from, passage);
    const partners = this.places.partners(claim.n, passage);
    if (!partners.every(isSeen)) this.panes.scrollIntoView({ block: "start" });
    if (!isSeen(this.card(claim))) this.card(claim).scrollIntoView({ block: "nearest" });
  }

  settle(claim, aloud) {
    this.card(this.current)?.classList.remove("current");
    this.card(this.current)?.removeAttribute("aria-current");
    this.light([claim.n]);
    this.current = claim;
    this.memory.chosen = claim.id;
    this.card(claim).classList.add("current");
    this.card(claim).setAttribute("aria-current", "true");
    this.reach(claim);
    const words = wordsOf(claim);
    if (aloud && words !== this.words) this.said.textContent = words;
    this.words = words;
  }

  // The tab key stops at one claim only; j and k lead to the others.
  reach(claim) {
    for (const [each, index] of [[this.reached, -1], [claim, 0]]) {
      if (!each) continue;
      const { output, evidence, card } = this.places.of(each.n);
      const inside = card.flatMap((one) => [one, ...one.querySelectorAll("button, input")]);
      const stops = [...output, ...evidence].filter((one) => one.matches("button"));
      [...inside, ...stops].forEach((one) => (one.tabIndex = index));
    }
    this.reached = claim;
  }

  step(by) {
    const at = this.claims.indexOf(this.current);
    const claim = this.claims[at < 0 ? 0 : Math.min(Math.max(at + by, 0), this.claims.length - 1)];
    if (!claim) return;
    this.choose(claim);
    this.card(claim).focus({ preventScroll: true });
  }

  // What is done.

  key(event) {
    if (!this.box.isConnected) return document.removeEventListener("keydown", this.onKey);
    if (this.help.open) return;
    const key = keyOf(event) ?? arrowOf(event);
    if (key && this.press(key)) event.preventDefault();
  }

  press(key) {
    const done = DOES[key];
    if (!done || (done.review && !this.data.review)) return false;
    done.does(this);
    return true;
  }

  verdict(claim, label) {
    this.act("verdict", claim, label);
  }

  reason(claim, typed) {
    this.reasons.set(claim.id, typed);
  }

  act(action, claim = null, label = null) {
    const reason = label && claim ? this.reasons.get(claim.id)?.trim() : null;
    if (label) this.reasons.delete(claim.id);
    if (claim) this.card(claim).classList.add("waiting");
    this.outbox.put({ action, run: this.data.run, claim: claim?.id ?? null, label, reason: reason || null });
  }
}

const alive = new WeakMap(); // by root: the page draws into it again and again

export default function ({ parentElement, data, setTriggerValue }) {
  if (!alive.has(parentElement)) alive.set(parentElement, new Alive(parentElement));
  const one = alive.get(parentElement);
  const turn = (one.turn = (one.turn ?? 0) + 1);
  one.show(data, setTriggerValue);
  return () => one.turn === turn && one.leave();
}
