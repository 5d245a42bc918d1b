/** @typedef {import('./call.js').Call} Call @typedef {import('./call.js').Step} Step */

/**
 * The smallest episode that still shows a fault: first fewer steps, then fewer parts of each.
 * @param {Step[]} steps @param {(steps: Step[]) => Promise<boolean>} shows does it again
 * @param {number} tries at most so many times
 * @returns {Promise<Step[]>}
 */
export async function shrink(steps, shows, tries) {
  const attempt = async (/** @type {Step[]} */ candidate) => candidate.length > 0 && tries-- > 0 && shows(candidate);
  let small = await fewer(steps, attempt);
  for (let index = small.length - 1; index >= 0; index--) {
    for (let again = true; again && tries > 0;) {
      again = false;
      for (const simpler of simplerSteps(small[index])) {
        const candidate = small.with(index, simpler);
        if (!(await attempt(candidate))) continue;
        small = candidate;
        again = true;
        break;
      }
    }
  }
  return small;
}

/**
 * Delta debugging (Zeller, Hildebrandt 2002): leaves out half of the steps, a quarter, and so on.
 * @param {Step[]} steps @param {(steps: Step[]) => Promise<boolean>} shows
 */
async function fewer(steps, shows) {
  let small = steps;
  if (small.length > 1 && (await shows(small.slice(-1)))) return small.slice(-1);
  for (let size = Math.ceil(small.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = small.length - size; from > -size && small.length > 1; from -= size) {
      const without = [...small.slice(0, Math.max(0, from)), ...small.slice(from + size)];
      if (await shows(without)) small = without;
    }
  }
  return small;
}

/** What is a little simpler than a step, the simplest first. @param {Step} step @returns {Step[]} */
function simplerSteps(step) {
  if ('raw' in step) return [];
  if ('socket' in step) return simplerSockets(step);
  if ('volley' in step) {
    const { volley, ...rest } = step;
    const whole = volley.map((call) => ({ ...call, order: rest.order }));
    const shorter =
      volley.length > 2 ? volley.map((_, index) => ({ ...rest, volley: volley.toSpliced(index, 1) })) : [];
    return [
      ...whole,
      ...shorter,
      ...volley.flatMap((call, index) =>
        simplerCalls(call).map((each) => ({ ...rest, volley: volley.with(index, each) })),
      ),
    ];
  }
  return simplerCalls(step);
}

/** Fewer of its messages, half of them at a time; then less of each. @param {import('./call.js').SocketStep} step @returns {Step[]} */
function simplerSockets({ size, ...step }) {
  const { payloads } = step;
  if (!payloads) return [];
  const half = payloads.length >> 1;
  const fewer = half > 0 ? [payloads.slice(half), payloads.slice(0, half)] : [];
  if (payloads.length > 2) fewer.push(...payloads.map((_, index) => payloads.toSpliced(index, 1)));
  const smaller = payloads.flatMap((payload, index) =>
    simplerBodies(payload)
      .filter((each) => step.does === 'noise' || isJson(each))
      .map((each) => payloads.with(index, each)),
  );
  const sized = size === undefined ? step : { ...step, size };
  return [
    ...(size === undefined ? [] : [step]),
    ...[...fewer, ...smaller].map((list) => ({ ...sized, payloads: list })),
  ];
}

/** @param {string} text */
function isJson(text) {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** @param {Call} call @returns {Call[]} */
function simplerCalls(call) {
  const { headers, body, target, method } = call;
  /** @type {Call[]} */
  const simpler = headers.map((_, index) => ({ ...call, headers: headers.toSpliced(index, 1) }));
  if (call.chunked) simpler.unshift({ ...call, chunked: undefined });
  const [path, query] = target.split(/\?(.*)/s);
  if (query !== undefined) {
    simpler.push({ ...call, target: path });
    const parts = query.split('&');
    if (parts.length > 1)
      simpler.push(...parts.map((_, index) => ({ ...call, target: `${path}?${parts.toSpliced(index, 1).join('&')}` })));
  }
  if (body !== undefined) simpler.push(...simplerBodies(body).map((each) => ({ ...call, body: each })));
  if (body !== undefined && method !== 'POST') simpler.push({ ...call, body: undefined });
  return simpler;
}

/** @param {string} body @returns {string[]} */
function simplerBodies(body) {
  /** @type {string[]} */
  const simpler = [];
  if (body !== '' && body !== '{}') simpler.push('', '{}');
  try {
    const fields = JSON.parse(body);
    if (fields && typeof fields === 'object' && !Array.isArray(fields)) {
      for (const name of Object.keys(fields)) {
        const { [name]: value, ...rest } = fields;
        simpler.push(JSON.stringify(rest));
        if (typeof value === 'string' && value.length > 8 && !value.includes('‹')) {
          const half = value.length >> 1;
          simpler.push(
            JSON.stringify({ ...fields, [name]: value.slice(0, half) }),
            JSON.stringify({ ...fields, [name]: value.slice(half) }),
          );
        }
        if (typeof value === 'string' && value.length > 1 && value !== 'x' && !value.includes('‹'))
          simpler.push(JSON.stringify({ ...fields, [name]: 'x' }));
      }
    }
  } catch {
    // No JSON: shorter, if it goes.
    const half = body.length >> 1;
    if (half > 0) simpler.push(body.slice(0, half), body.slice(half), body.slice(1), body.slice(0, -1));
  }
  return [...new Set(simpler)].filter((each) => each.length < body.length || each === '{}' || each === '');
}
