// Steps through the events of a trace: timeline, table, snippet, flow chart and structure move together.
(function () {
  "use strict";
  var calm = window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)").matches;

  // The words of the site, which stand before the script that all pages share.
  var told = window.loopbookWords || {};

  function fill(text, values) {
    return (text || "").replace(/\{(\w+)\}/g, function (_, key) { return values[key]; });
  }

  function all(root, selector) {
    return Array.prototype.slice.call(root.querySelectorAll(selector));
  }

  // The elements of an attribute's value, by that value.
  function byValue(root, name) {
    var found = {};
    all(root, "[" + name + "]").forEach(function (element) {
      var value = element.getAttribute(name);
      (found[value] = found[value] || []).push(element);
    });
    return found;
  }

  function set(elements, on) {
    (elements || []).forEach(function (element) {
      element.classList.toggle("is-current", on);
      if (element.tagName === "TR") {
        if (on) element.setAttribute("aria-current", "step");
        else element.removeAttribute("aria-current");
      }
    });
  }

  function scroll(box, left, top) {
    if (box) box.scrollTo({ left: left, top: top, behavior: calm ? "auto" : "smooth" });
  }

  function begin(root) {
    var source = root.querySelector(".stepper-data");
    var data = source && JSON.parse(source.textContent);
    if (!data || data.version !== 1 || !data.events.length) return;
    var events = data.events;
    var example = root.closest("[data-example]") || root;
    var marks = byValue(root, "data-event");
    var lines = byValue(example.querySelector(".example-code") || root, "data-line");
    var more = root.querySelector(".stepper-more");
    var steps = {};
    var snapshots = all(root, "[data-snapshot]");
    var cursor = root.querySelector(".timeline-cursor");
    var hand = root.querySelector(".overview-cursor");
    var picture = root.querySelector(".timeline-scroll");
    var names = root.querySelector(".timeline-names");
    var list = root.querySelector(".events");
    var places = {};
    events.forEach(function (event, place) { places[event[0]] = place; });
    var now = -1;

    var bar = document.createElement("div");
    bar.className = "stepper-bar";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", told.stepThrough);
    function button(path, label, go) {
      var element = document.createElement("button");
      element.type = "button";
      var drawing = ["svg", "path"].map(function (name) { return document.createElementNS(root.querySelector("svg").namespaceURI, name); });
      drawing[0].setAttribute("viewBox", "0 0 16 16");
      drawing[1].setAttribute("d", path);
      drawing[0].appendChild(drawing[1]);
      element.appendChild(drawing[0]);
      element.title = label;
      element.setAttribute("aria-label", label);
      element.addEventListener("click", go);
      bar.appendChild(element);
      return element;
    }
    var first = button("M3 3h2v10H3zM13 3v10L6 8z", told.firstEvent, function () { show(0); });
    var back = button("M11.5 3v10L4.5 8z", told.previousEvent, function () { show(now - 1); });
    var next = button("M4.5 3v10l7-5z", told.nextEvent, function () { show(now + 1); });
    var last = button("M13 3h-2v10h2zM3 3v10l7-5z", told.lastEvent, function () { show(events.length - 1); });
    var words = document.createElement("p");
    words.setAttribute("aria-live", "polite");
    words.textContent = told.stepHint;
    bar.appendChild(words);
    root.insertBefore(bar, root.firstChild);
    root.classList.add("is-live");

    function mark(on) {
      if (now < 0) return;
      var event = events[now];
      set(marks[event[0]], on);
      set(lines[event[3]], on);
      set(steps[event[2]], on);
    }

    // The page has one flow chart; the others are copies, made when they are wanted.
    function unfold() {
      if (!more || more.ready) return;
      more.ready = true;
      var chart = root.querySelector(".flowchart");
      var model = document.querySelector(".flowchart");
      if (!chart && model) {
        chart = model.cloneNode(true);
        chart.setAttribute("aria-hidden", "true");
        all(chart, "[id]").forEach(function (element) { element.removeAttribute("id"); });
        more.lastElementChild.insertBefore(chart, more.lastElementChild.firstChild);
      }
      if (chart) steps = byValue(chart, "data-step");
    }
    if (more) more.addEventListener("toggle", function () { mark(false); unfold(); mark(true); });

    function show(place) {
      if (now < 0 && more) more.open = true;
      unfold();
      place = Math.max(0, Math.min(events.length - 1, place));
      mark(false);
      now = place;
      mark(true);
      var event = events[now];
      var row = (marks[event[0]] || []).filter(function (element) { return element.tagName === "TR"; })[0];
      var cells = row ? all(row, "td").slice(0, 4).map(function (cell) { return cell.textContent; }) : [];
      words.textContent = fill(told.stepOf, { number: now + 1, last: events.length }) + ": " + cells.filter(Boolean).join(" ") +
        (event[2] ? ", " + fill(told.stepNumber, { number: event[2] }) : "") +
        (event[3] ? ", " + fill(told.stepLine, { number: event[3] }) : "");
      // A button that is disabled loses the focus, and the keys with it.
      [first, back].forEach(function (b) { b.setAttribute("aria-disabled", now === 0); });
      [next, last].forEach(function (b) { b.setAttribute("aria-disabled", now === events.length - 1); });
      if (cursor) {
        cursor.style.display = event[4] < 0 ? "none" : "inline";
        cursor.setAttribute("transform", "translate(" + event[4] + " 0)");
      }
      if (hand) {
        hand.style.display = "inline";
        ["x1", "x2"].forEach(function (side) { hand.setAttribute(side, event[6] / 100 + "%"); });
      }
      if (picture && event[4] >= 0) {
        var room = picture.clientWidth - (names ? names.clientWidth : 0);
        scroll(picture, Math.max(0, event[4] - room / 2), 0);
      }
      if (list && row) scroll(list, list.scrollLeft, row.offsetTop - list.clientHeight / 2);
      snapshots.forEach(function (element) {
        element.hidden = element.getAttribute("data-snapshot") !== String(event[5]);
      });
    }

    root.addEventListener("keydown", function (key) {
      if (key.altKey || key.ctrlKey || key.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(key.target.tagName)) return;
      var to = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0,
        End: events.length - 1 }[key.key];
      if (to === undefined) return;
      key.preventDefault();
      show(to);
    });
    root.addEventListener("click", function (click) {
      var target = click.target.closest("[data-event]");
      if (!target) return;
      // What has no row, as a run's bracket, leads to the next that has one.
      var wanted = Number(target.getAttribute("data-event"));
      var place = places[wanted];
      for (var i = 0; place === undefined && i < events.length; i++) if (events[i][0] >= wanted) place = i;
      if (place !== undefined) show(place);
    });
  }

  function start() { all(document, "[data-stepper]").forEach(begin); }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
