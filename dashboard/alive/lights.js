// Lights a claim in every place at once, and brings what was not pointed at into view.

class Places {
  constructor() {
    this.found = new Map();
    this.folds = new Map();
    this.lit = [];
  }

  add(number, kind, element) {
    if (!this.found.has(number)) this.found.set(number, { output: [], evidence: [], card: [] });
    this.found.get(number)[kind].push(element);
  }

  of(number) {
    return this.found.get(number) ?? { output: [], evidence: [], card: [] };
  }

  light(numbers) {
    for (const number of numbers)
      for (const fold of [...(this.folds.get(number) ?? [])]) fold.drawAndOpen();
    this.lit.forEach((element) => element.classList.remove("lit"));
    this.lit = numbers.flatMap((number) => Object.values(this.of(number)).flat());
    this.lit.forEach((element) => element.classList.add("lit"));
  }

  // Scrolls to a claim in every region but the one that is being pointed at.
  bring(number, from = null, passage = null) {
    const { output, evidence, card } = this.of(number);
    const wanted = evidence.find((each) => each.dataset.at === passage) ?? evidence[0];
    for (const element of [output[0], wanted, card[0]]) {
      const region = element?.closest("[data-region]");
      if (region && region !== from) scrollInside(region, element);
    }
  }
}

function scrollInside(region, element) {
  const box = region.getBoundingClientRect();
  const at = element.getBoundingClientRect();
  if (at.top < box.top || at.bottom > box.bottom)
    region.scrollTop += at.top - box.top - Math.max(8, (box.height - at.height) / 3);
}

// The claims that belong to what is pointed at; the one that shows first.
function numbersAt(target) {
  return (target.closest("[data-c]")?.dataset.c ?? "").split(" ").filter(Boolean).map(Number);
}

function regionAt(target) {
  return target.closest("[data-region]");
}

// The passage that a quote was taken from.
function passageAt(target) {
  return target.closest("[data-to]")?.dataset.to ?? null;
}
