/**
 * Both functions run inside a page.
 *
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box CSS px, of the letters' ink
 * @typedef {Box & {text: string, em: number, isDrawn: boolean}} TextBox em: font size; isDrawn: on a canvas
 */

/** Runs before the page's own scripts: remembers what stands on each canvas, for textFaults. */
export function rememberDrawnText() {
  /** @type {WeakMap<HTMLCanvasElement, Array<Omit<TextBox, 'isDrawn'>>>} boxes: canvas pixels */
  const drawn = new WeakMap();
  Object.assign(window, { drawnText: drawn });
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (x, y, width, height) {
    if (width >= this.canvas.width && height >= this.canvas.height) drawn.delete(this.canvas);
    clearRect.call(this, x, y, width, height);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    fillText.call(this, text, x, y);
    const ink = this.measureText(text);
    const corners = [x - ink.actualBoundingBoxLeft, x + ink.actualBoundingBoxRight].flatMap((across) =>
      [y - ink.actualBoundingBoxAscent, y + ink.actualBoundingBoxDescent].map((down) =>
        this.getTransform().transformPoint({ x: across, y: down }),
      ),
    );
    const [xs, ys] = [corners.map((one) => one.x), corners.map((one) => one.y)];
    const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    const em = parseFloat(/([\d.]+)px/.exec(this.font)?.[1] ?? '0');
    drawn.set(this.canvas, [...(drawn.get(this.canvas) ?? []), { ...box, text: String(text), em }]);
  };
}

/**
 * @param {object} what
 * @param {string} what.within selector
 * @param {boolean} what.oneScreen text below the window's edge is cut too; a page may scroll
 * @param {number} [what.leastPx] smaller text is a fault
 * @returns {string[]} each pair of texts that overlap, and each text that its box or the window cuts
 */
export function textFaults({ within, oneScreen, leastPx = 0 }) {
  // A box that touches another by a rounding error is no fault.
  const SLACK_PX = 1;
  // Numbers of an axis that are nearer than this read as one.
  const APART_EM = 0.3;
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  const root = /** @type {HTMLElement} */ (document.querySelector(within));
  const screen = document.documentElement;
  /** @type {string[]} */
  const faults = [];
  const short = (/** @type {string} */ text) => JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);

  /** @param {Element} element @returns {Element[]} it and all around it */
  function withParents(element) {
    return element.parentElement ? [element, ...withParents(element.parentElement)] : [element];
  }

  /** @param {Element} element */
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
    // What is there for screen readers alone is clipped away.
    withParents(element).every((one) => getComputedStyle(one).clipPath === 'none');

  /** @returns {Array<TextBox & {element: Element}>} of each line of each text */
  function writtenBoxes() {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = /** @type {Element} */ (node.parentElement);
      const text = `${node.textContent}`.trim();
      if (text === '' || /^(script|style|option)$/i.test(element.tagName) || !isSeen(element)) continue;
      const style = getComputedStyle(element);
      pen.font = style.font;
      const ink = pen.measureText(text);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom, width } of range.getClientRects()) {
        if (width === 0) continue;
        const line = top + (bottom - top - ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2;
        const base = line + ink.fontBoundingBoxAscent;
        const edges = { top: base - ink.actualBoundingBoxAscent, bottom: base + ink.actualBoundingBoxDescent };
        found.push({ left, right, ...edges, text, em: parseFloat(style.fontSize), isDrawn: false, element });
      }
    }
    return found;
  }

  /** @returns {Array<TextBox & {element: Element}>} */
  function drawnBoxes() {
    const drawn = /** @type {any} */ (window).drawnText;
    return [...root.querySelectorAll('canvas')].filter(isSeen).flatMap((canvas) => {
      const at = canvas.getBoundingClientRect();
      const scale = at.width / canvas.width;
      return (drawn.get(canvas) ?? [])
        .filter((/** @type {TextBox} */ { text }) => text !== '')
        .map((/** @type {TextBox} */ { left, right, top, bottom, text, em }) => ({
          ...{ left: at.left + left * scale, right: at.left + right * scale },
          ...{ top: at.top + top * scale, bottom: at.top + bottom * scale },
          ...{ text, em: em * scale, isDrawn: true, element: canvas },
        }));
    });
  }

  /** @param {Box} box @param {Box} edge @param {{x: boolean, y: boolean}} sides which of them cut */
  const isBeyond = (box, edge, { x, y }) =>
    (x && (box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX)) ||
    (y && (box.top < edge.top - SLACK_PX || box.bottom > edge.bottom + SLACK_PX));

  /** @param {Element} element @returns {Box} inside of its border */
  function insideOf(element) {
    const { left, top } = element.getBoundingClientRect();
    const from = { left: left + element.clientLeft, top: top + element.clientTop };
    return { ...from, right: from.left + element.clientWidth, bottom: from.top + element.clientHeight };
  }

  /** @param {TextBox & {element: Element}} box @returns {string | undefined} what cuts it */
  function cutBy(box) {
    const edge = { left: 0, top: 0, right: screen.clientWidth, bottom: screen.clientHeight };
    if (isBeyond(box, edge, { x: true, y: oneScreen })) return 'the window';
    if (box.isDrawn && isBeyond(box, box.element.getBoundingClientRect(), { x: true, y: true })) return 'its canvas';
    const by = withParents(box.element).find((one) => {
      if (one === document.body || one === screen) return false;
      const { overflowX, overflowY } = getComputedStyle(one);
      const sides = { x: overflowX !== 'visible', y: /hidden|clip/.test(overflowY) };
      return isBeyond(box, insideOf(one), sides);
    });
    return by && `${by.tagName.toLowerCase()}.${by.getAttribute('class')}`;
  }

  /** @param {TextBox} one @param {TextBox} other */
  function collide(one, other) {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const room = one.isDrawn && other.isDrawn ? -APART_EM * Math.min(one.em, other.em) : SLACK_PX;
    return across > room && down > SLACK_PX;
  }

  const boxes = [...writtenBoxes(), ...drawnBoxes()];
  for (const [place, box] of boxes.entries()) {
    if (box.em < leastPx) faults.push(`${short(box.text)} has ${box.em} px`);
    const by = cutBy(box);
    if (by) faults.push(`${short(box.text)} is cut by ${by}`);
    for (const other of boxes.slice(place + 1))
      if (collide(box, other)) faults.push(`${short(box.text)} overlaps ${short(other.text)}`);
  }
  for (const field of root.querySelectorAll('input'))
    if (isSeen(field) && field.scrollWidth > field.clientWidth + SLACK_PX) faults.push(`${field.name} cuts its value`);
  return faults;
}
