// What a page does beyond links and forms, which work without it:
//   data-swap     a form or link is fetched; parts that come back take their places by id
//   data-live     a form is sent while its fields change
//   data-key      a key presses the element, or goes to it where it is a field
//   data-arrows   arrow keys go from one [data-stop] inside to the next
//   data-digits   on a stop: a digit sends the form inside with `count` set to it
//   data-each     files of a form are sent one by one; what comes back takes its place each time
//   data-drop     files dropped on a form go into its field for files and are sent
//   data-opens, data-clears   a button opens the dialog, or empties the element, of that id
"use strict";

const waiting = new Map();

function place(html) {
  const came = new DOMParser().parseFromString(html, "text/html");
  const focused = document.activeElement?.closest("[id]")?.id;
  for (const part of [...came.body.children]) {
    const old = part.id && document.getElementById(part.id);
    if (old) old.replaceWith(document.adoptNode(part));
  }
  const again = focused && document.getElementById(focused);
  if (again && document.activeElement !== again) again.focus({preventScroll: true});
}

// Tells whether what came back took its place. What is fetched for the same region later cancels
// it, unless it goes by a name of its own.
async function swap(address, options, source, name) {
  const region = source.dataset.swap || "page";
  const asked = name || region;
  if (waiting.has(asked)) waiting.get(asked).abort();
  const cancel = new AbortController();
  waiting.set(asked, cancel);
  document.documentElement.classList.add("waits");
  try {
    const answer = await fetch(address, {
      ...options,
      headers: {"X-Parts": region},
      signal: cancel.signal,
      redirect: "follow",
    });
    if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
      location.assign(answer.url);
      return false;
    }
    const html = await answer.text();
    if (answer.headers.has("X-Parts")) {
      place(html);
      const shown = answer.headers.get("X-Address");
      if (shown) history.replaceState(null, "", shown);
      document.dispatchEvent(new CustomEvent("placed"));
      return true;
    }
    location.assign(answer.url);
  } catch (error) {
    if (error.name !== "AbortError") tell(document.body.dataset.lost);
  } finally {
    if (waiting.get(asked) === cancel) waiting.delete(asked);
    if (!waiting.size) document.documentElement.classList.remove("waits");
  }
  return false;
}

function tell(text) {
  const notice = document.getElementById("notice");
  const box = document.createElement("div");
  box.className = "notice bad";
  box.textContent = text;
  notice.replaceChildren(box);
  return box;
}

function send(form, button) {
  const data = new FormData(form, button);
  const address = new URL(button?.getAttribute("formaction") || form.action, location.href);
  if (form.method === "get") {
    for (const [name, value] of data) if (value === "") data.delete(name);
    address.search = new URLSearchParams(data).toString();
    swap(address, {method: "GET"}, form);
  } else {
    swap(address, {method: "POST", body: data}, form);
  }
}

let sent = Promise.resolve();
let numbered = 0;

function sendEach(form, field) {
  const files = [...field.files];
  const rest = new FormData(form);
  rest.delete(field.name);
  form.reset();
  sent = sent.then(() => sendFiles(form, field.name, files, [...rest]));
}

// Faults of one file are not lost when the next one goes well.
async function sendFiles(form, field, files, rest) {
  const progress = form.querySelector("output");
  const refused = [];
  let taken = 0;
  let box;
  for (const [number, file] of files.entries()) {
    if (progress) progress.textContent = `${number + 1} / ${files.length}`;
    const data = new FormData();
    for (const [name, value] of rest) data.append(name, value);
    data.append(field, file);
    const came = await swap(form.action, {method: "POST", body: data}, form, `file ${++numbered}`);
    const faults = document.querySelectorAll("#notice .faults > li");
    if (faults.length) box = document.querySelector("#notice > *");
    refused.push(...faults);
    if (!came) refused.push(fault(file.name, document.body.dataset.lost));
    if (came && !faults.length) taken += 1;
  }
  if (progress) progress.textContent = `${taken} / ${files.length}`;
  if (refused.length) tellFaults(refused, box);
}

function fault(where, what) {
  const line = document.createElement("li");
  const place = document.createElement("code");
  place.textContent = where;
  line.append(place, ` ${what}`);
  return line;
}

function tellFaults(faults, box) {
  const list = document.createElement("ul");
  list.className = "faults";
  list.append(...faults);
  if (box) {
    box.querySelector(".faults").replaceWith(list);
    document.getElementById("notice").replaceChildren(box);
  } else {
    tell("").replaceChildren(list);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.submitter?.formMethod === "dialog" || form.method === "dialog") return;
  if (!("swap" in form.dataset)) return;
  event.preventDefault();
  const files = form.querySelector("input[type=file][multiple]");
  if ("each" in form.dataset && files?.files.length > 1) sendEach(form, files);
  else send(form, event.submitter);
});

let typed = 0;
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form || !("live" in form.dataset)) return;
  clearTimeout(typed);
  const pause = event.target.matches("input[type=search], input[type=text]") ? 120 : 0;
  typed = setTimeout(() => send(form), pause);
});

document.addEventListener("click", (event) => {
  const element = event.target.closest("a[data-swap], [data-opens], [data-clears]");
  if (!element) return;
  if (element.dataset.opens) document.getElementById(element.dataset.opens).showModal();
  if (element.dataset.clears) document.getElementById(element.dataset.clears).replaceChildren();
  if (element.matches("a[data-swap]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    swap(element.href, {method: "GET"}, element);
  }
});

function isField(element) {
  return element.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}

function press(element) {
  if (isField(element)) {
    element.focus();
    if (element.select) element.select();
  } else {
    element.click();
  }
}

const STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

function next(region, from, [across, down]) {
  const stops = [...region.querySelectorAll("[data-stop]")].filter((each) => each.offsetParent);
  if (across) return stops[stops.indexOf(from) + across];
  const here = from.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  let best;
  let least = Infinity;
  for (const each of stops) {
    const there = each.getBoundingClientRect();
    const away = (there.top - here.top) * down;
    if (away < here.height / 2) continue;
    const far = away * 4 + Math.abs(there.left + there.width / 2 - middle);
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target;
  if (document.querySelector("dialog[open]")) return;
  if (isField(target)) {
    if (event.key === "Escape") target.blur();
    else if (event.key === "ArrowDown" && target.matches("input[type=search]")) {
      event.preventDefault();
      document.querySelector("[data-arrows] [data-stop]")?.focus();
    }
    return;
  }
  const region = target.closest("[data-arrows]");
  const stop = target.closest("[data-stop]");
  if (event.key in STEPS) {
    const first = document.querySelector("[data-arrows] [data-stop]");
    const goal = region && stop ? next(region, stop, STEPS[event.key]) : target === document.body && first;
    if (goal) {
      event.preventDefault();
      goal.focus();
    }
    return;
  }
  if (stop && "digits" in stop.dataset && /^\d$/.test(event.key)) {
    const form = stop.matches("form") ? stop : stop.closest("form") || stop.querySelector("form");
    form.elements.count.value = event.key;
    form.requestSubmit();
    form.elements.count.value = "";
    event.preventDefault();
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const near = stop && stop.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const meant = near || document.querySelector(`[data-key="${CSS.escape(key)}"]:not([data-stop] *)`);
  if (meant && !meant.disabled) {
    event.preventDefault();
    press(meant);
  }
});

for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.closest?.("[data-drop]");
    if (!form) return;
    event.preventDefault();
    form.classList.toggle("over", kind === "dragover");
    if (kind !== "drop" || !event.dataTransfer.files.length) return;
    form.querySelector("input[type=file]").files = event.dataTransfer.files;
    form.requestSubmit();
  });
}

// A language is chosen for the page as it is now, whatever was asked for since it came.
document.addEventListener("placed", () => {
  for (const link of document.querySelectorAll("[data-language]")) {
    const address = new URL(link.href);
    address.search = location.search;
    link.href = address;
  }
});
