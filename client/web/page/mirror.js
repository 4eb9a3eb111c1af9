// The mirror: the screen of the canvas as HTML for screen readers.
//
// The program makes a tree of text, buttons and fields (client/web/src). This module renders
// it and changes only what has changed, so that a screen reader keeps its place and reads out only
// what is new. Each node has an id, which is the key of its element.

/** How long a line of news stays in its live region once it is old, in milliseconds. */
const NEWS_STAYS_MS = 15_000;

/** Sets the text of an element if it differs: a live region would announce the same text again. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, or removes it if the value is null. */
function setAttribute(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

/** Makes an element with attributes. */
function make(document, tag, attributes = {}) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * Renders the trees of the program below `root`.
 *
 * `onAct({kind: "mirror-act", id, text})` receives what the user does: `text` is the text of a field or
 * the index of an option.
 *
 * @param {HTMLElement} root an empty `main` beside the canvas
 * @param {(act: {kind: "mirror-act", id: string, text: string}) => void} onAct
 */
export function createMirror(root, onAct) {
  return new Mirror(root, onAct);
}

class Mirror {
  #document;
  #onAct;
  #root;
  #heading;
  #news;
  /** The number that makes the names of elements unique, for labels. */
  #names = 0;
  /** What each element shows, to tell what has changed. */
  #shown = new WeakMap();
  #tree = null;
  /** The id of the button that the user has pressed since the tree was shown. */
  #pressed = null;

  constructor(root, onAct) {
    this.#document = root.ownerDocument;
    this.#onAct = onAct;
    this.#root = root;
    root.classList.add("mirror");
    this.#heading = make(this.#document, "h1", { tabindex: "-1" });
    // the region is there before its first line, or a screen reader would not watch it
    this.#news = make(this.#document, "div", { role: "status", "aria-live": "polite", "aria-relevant": "additions text" });
    root.append(this.#heading, this.#news);
  }

  /** Shows a tree, as an object or as JSON. */
  update(tree) {
    const next = typeof tree === "string" ? JSON.parse(tree) : tree;
    const focused = this.#focusedId();
    const dialogs = new Set(dialogIds(this.#tree?.nodes ?? []));
    setAttribute(this.#root, "lang", next.lang);
    setAttribute(this.#root, "data-look", next.dark ? "dark" : "light");
    setText(this.#heading, next.heading);
    this.#children(this.#root, next.nodes, 2, this.#news);
    this.#lines(this.#news, next.news, "p");
    const opened = dialogIds(next.nodes).find((id) => !dialogs.has(id));
    // a field to type into may have taken the place of a button; one that stays, as a tab does, keeps the focus
    const isPressed = this.#pressed !== null && this.#pressed === focused && this.#tree?.heading === next.heading;
    const opensField = isPressed && !idsOf("button", next.nodes).includes(focused);
    const fields = new Set(opensField ? fieldIds(this.#tree.nodes) : []);
    const field = opensField ? fieldIds(next.nodes).find((id) => !fields.has(id)) : undefined;
    const isFirst = this.#tree === null;
    this.#tree = next;
    this.#pressed = null;
    if (focused !== null) this.#keepFocus(focused, isFirst ? undefined : opened, field);
  }

  /** The id of the node that has the focus, `null` if none of the mirror has it. */
  #focusedId() {
    const active = this.#document.activeElement;
    if (active === null || !this.#root.contains(active)) return null;
    return active.closest("[data-id]")?.dataset.id ?? "";
  }

  /** Moves the focus if its element is gone, or if a dialog or a field in place of a button has opened. */
  #keepFocus(before, opened, field) {
    const active = this.#document.activeElement;
    if (opened !== undefined) {
      this.#element(opened)?.focus();
    } else if (field !== undefined) {
      this.#element(field).querySelector("input").focus();
    } else if (active === null || !this.#root.contains(active)) {
      const again = this.#element(before)?.querySelector("input, select, button, summary");
      (again ?? this.#heading).focus();
    }
  }

  #element(id) {
    return this.#root.querySelector(`[data-id="${quoted(id)}"]`);
  }

  /** Makes the elements after `before` in `parent` those of `nodes`, with headings of this level. */
  #children(parent, nodes, level, before = null) {
    const old = new Map();
    for (const element of parent.children) {
      if (element.dataset.id !== undefined) old.set(element.dataset.id, element);
    }
    const kept = new Set();
    let last = before;
    for (const node of nodes) {
      let element = old.get(node.id);
      if (element === undefined || element.dataset.kind !== shape(node)) {
        element = this.#create(node, level);
      }
      kept.add(element);
      // an element that is in its place stays: moving it would take the focus from it
      const next = last === null ? parent.firstElementChild : last.nextElementSibling;
      if (next !== element) {
        // elements that leave are removed first, so that those that stay need not move
        if (next !== null && !nodes.some((it) => it.id === next.dataset.id)) next.remove();
        const place = last === null ? parent.firstElementChild : last.nextElementSibling;
        if (place !== element) parent.insertBefore(element, place);
      }
      this.#change(element, node, level);
      last = element;
    }
    for (const element of old.values()) {
      if (!kept.has(element)) element.remove();
    }
  }

  /** Makes the element of a node, without what can change. */
  #create(node, level) {
    const element = this.#createParts(node, level);
    element.dataset.id = node.id;
    element.dataset.kind = shape(node);
    return element;
  }

  #createParts(node, level) {
    const document = this.#document;
    const name = `mirror-${(this.#names += 1)}`;
    switch (node.kind) {
      case "section":
      case "dialog": {
        const attributes = { "aria-labelledby": name };
        if (node.kind === "dialog") Object.assign(attributes, { role: "group", tabindex: "-1" });
        const element = make(document, "section", attributes);
        element.append(make(document, `h${Math.min(level, 6)}`, { id: name }));
        return element;
      }
      case "more": {
        const element = make(document, "details");
        element.append(make(document, "summary"));
        return element;
      }
      case "text":
        return make(document, "p");
      case "board": {
        const element = make(document, "table");
        element.append(make(document, "caption"), make(document, "thead"), make(document, "tbody"));
        return element;
      }
      case "list":
        return make(document, node.ordered ? "ol" : "ul");
      case "log":
        return make(document, "div", { role: "log", "aria-live": "polite", tabindex: "0" });
      case "button":
        return this.#button(node.id, name);
      case "choice":
        return this.#choice(node.id, name);
      case "tick": {
        const element = make(document, "p");
        const input = make(document, "input", { type: "checkbox", id: name });
        input.addEventListener("change", () => this.#act(node.id, ""));
        element.append(input, make(document, "label", { for: name }));
        return element;
      }
      case "field":
        return this.#field(node, name);
      default:
        // a newer program than page: the rest of the tree is still useful
        return make(document, "p");
    }
  }

  #button(id, name) {
    const element = make(this.#document, "p");
    const button = make(this.#document, "button", { type: "button" });
    // a button that cannot be pressed keeps the focus, so that its reason can be read
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") === "true") return;
      this.#pressed = id;
      this.#act(id, "");
    });
    element.append(button, make(this.#document, "span", { id: name }));
    return element;
  }

  #choice(id, name) {
    const element = make(this.#document, "p");
    const select = make(this.#document, "select", { id: name });
    select.addEventListener("change", () => this.#act(id, String(select.selectedIndex)));
    element.append(make(this.#document, "label", { for: name }), select);
    return element;
  }

  #field(node, name) {
    const element = make(this.#document, node.send === undefined ? "p" : "form");
    const input = make(this.#document, "input", {
      id: name,
      type: node.secret ? "password" : "text",
      autocomplete: node.secret ? "current-password" : "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    element.append(make(this.#document, "label", { for: name }), input);
    if (node.send === undefined) {
      // an input method composes: only what is committed is text
      input.addEventListener("input", (event) => {
        if (!event.isComposing) this.#act(node.id, input.value);
      });
      input.addEventListener("compositionend", () => this.#act(node.id, input.value));
      return element;
    }
    element.append(make(this.#document, "button", { type: "submit" }));
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value;
      input.value = "";
      this.#shown.set(input, "");
      this.#act(node.id, text);
    });
    return element;
  }

  #act(id, text) {
    this.#onAct({ kind: "mirror-act", id, text });
  }

  /** Brings an element up to date with its node. */
  #change(element, node, level) {
    switch (node.kind) {
      case "section":
      case "dialog": {
        const heading = element.firstElementChild;
        setText(heading, node.heading);
        this.#children(element, node.nodes, level + 1, heading);
        break;
      }
      case "more": {
        const summary = element.firstElementChild;
        setText(summary, node.heading);
        this.#children(element, node.nodes, level + 1, summary);
        break;
      }
      case "text":
        setText(element, node.text);
        break;
      case "board":
        this.#board(element, node);
        break;
      case "list":
        setAttribute(element, "aria-label", node.label);
        this.#lines(element, node.lines, "li");
        break;
      case "log":
        setAttribute(element, "aria-label", node.label);
        this.#lines(element, node.lines, "p");
        break;
      case "button": {
        const [button, why] = element.children;
        setText(button, node.label);
        setAttribute(button, "aria-disabled", node.denied === undefined ? null : "true");
        setAttribute(button, "aria-describedby", node.denied === undefined ? null : why.id);
        setText(why, node.denied ?? "");
        break;
      }
      case "choice":
        this.#options(element, node);
        break;
      case "tick": {
        const [input, label] = element.children;
        setText(label, node.label);
        if (input.checked !== node.on) input.checked = node.on;
        break;
      }
      case "field":
        this.#text(element, node);
        break;
      default:
        setText(element, node.label ?? node.heading ?? "");
    }
  }

  /** Makes the elements of `parent` those of the lines; new lines are appended. */
  #lines(parent, lines, tag) {
    const old = new Map();
    for (const element of parent.children) old.set(element.dataset.id, element);
    const kept = new Set(lines.map((line) => line.id));
    const isNews = parent === this.#news;
    for (const [id, element] of old) {
      if (kept.has(id)) continue;
      if (isNews) this.#expire(element);
      else element.remove();
    }
    let last = null;
    for (const line of lines) {
      let element = old.get(line.id);
      if (element === undefined) {
        element = make(this.#document, tag);
        element.dataset.id = line.id;
      }
      delete element.dataset.old;
      setText(element, line.text);
      setAttribute(element, "aria-current", line.current ? "true" : null);
      // the order of news is that of their arrival
      const isPlaced = isNews ? element.parentNode === parent : element === (last?.nextElementSibling ?? parent.firstElementChild);
      if (!isPlaced) {
        if (isNews || last === null) parent.insertBefore(element, isNews ? null : parent.firstElementChild);
        else last.after(element);
      }
      last = element;
    }
  }

  /** Removes a line of news after the time that it takes to be read out. */
  #expire(element) {
    if (element.dataset.old !== undefined) return;
    element.dataset.old = "";
    this.#document.defaultView.setTimeout(() => {
      if (element.dataset.old !== undefined) element.remove();
    }, NEWS_STAYS_MS);
  }

  #board(table, node) {
    const document = this.#document;
    setText(table.caption, node.caption);
    const columns = node.columns.join(" ");
    if (this.#shown.get(table) !== columns) {
      this.#shown.set(table, columns);
      const row = make(document, "tr");
      row.append(make(document, "td"));
      for (const column of node.columns) {
        const cell = make(document, "th", { scope: "col" });
        cell.textContent = column;
        row.append(cell);
      }
      table.tHead.replaceChildren(row);
    }
    const body = table.tBodies[0];
    while (body.rows.length > node.rows.length) body.deleteRow(-1);
    node.rows.forEach((row, index) => {
      const element = body.rows[index] ?? body.appendChild(make(document, "tr"));
      if (element.cells.length !== row.cells.length + 1) {
        const cells = row.cells.map(() => make(document, "td"));
        element.replaceChildren(make(document, "th", { scope: "row" }), ...cells);
      }
      setText(element.cells[0], row.name);
      row.cells.forEach((cell, column) => setText(element.cells[column + 1], cell));
    });
  }

  #options(element, node) {
    const [label, select] = element.children;
    setText(label, node.label);
    const options = node.options.join("\n");
    if (this.#shown.get(select) !== options) {
      this.#shown.set(select, options);
      const elements = node.options.map((text) => {
        const option = make(this.#document, "option");
        option.textContent = text;
        return option;
      });
      select.replaceChildren(...elements);
    }
    const chosen = node.chosen ?? -1;
    if (select.selectedIndex !== chosen) select.selectedIndex = chosen;
  }

  #text(element, node) {
    const [label, input, send] = element.children;
    setText(label, node.label);
    setAttribute(input, "placeholder", node.hint === "" ? null : node.hint);
    if (send !== undefined) setText(send, node.send);
    // the text of the program replaces that of the user only if it has changed, and not while they type
    const isTyping = this.#document.activeElement === input;
    if (!node.secret && this.#shown.get(input) !== node.value) {
      this.#shown.set(input, node.value);
      if (!isTyping && input.value !== node.value) input.value = node.value;
    }
  }
}

/** What the element of a node is made of: another shape needs another element. */
function shape(node) {
  const more = { secret: node.secret, send: node.send !== undefined, ordered: node.ordered };
  return [node.kind, ...Object.keys(more).filter((key) => more[key])].join(".");
}

/** The ids of all nodes of a kind. */
function idsOf(kind, nodes) {
  return nodes.flatMap((node) => {
    const inside = node.nodes === undefined ? [] : idsOf(kind, node.nodes);
    return node.kind === kind ? [node.id, ...inside] : inside;
  });
}

const dialogIds = (nodes) => idsOf("dialog", nodes);
const fieldIds = (nodes) => idsOf("field", nodes);

/** Escapes a text for a quoted attribute selector. */
function quoted(text) {
  return text.replace(/["\\\n]/g, (character) => (character === "\n" ? "\\a " : `\\${character}`));
}
