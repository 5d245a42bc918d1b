const SVG = 'http://www.w3.org/2000/svg';

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string>} [attributes] @param {Array<Node | string>} [children]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, children = []) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string>} attributes @param {Node[]} [children]
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svgElement(tag, attributes, children = []) {
  const made = document.createElementNS(SVG, tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** @param {Element} of @param {Record<string, string>} attributes */
export function setAttributes(of, attributes) {
  for (const [name, value] of Object.entries(attributes)) of.setAttribute(name, value);
}
