// Makes elements. Every string becomes text or an attribute's value, never markup.

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== ""));
  return element;
}

// A button that does something; `id` finds it again after everything was drawn anew.
function button(words, { id, does, pressed, disabled, key, title, look }) {
  return make(
    "button",
    {
      type: "button",
      class: look ?? "al-button",
      "data-id": id,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      "aria-keyshortcuts": key,
      disabled,
      title,
      onclick: does,
    },
    words,
    key ? make("kbd", { "aria-hidden": "true" }, key) : "",
  );
}
