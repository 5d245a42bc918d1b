/**
 * Why a part is not ready, or null when it is.
 * @param {import('./parts.js').Part} part
 * @returns {Promise<string | null>}
 */
export async function ailment(part) {
  if (!part.health) return null;
  try {
    const answer = await fetch(part.health, { signal: AbortSignal.timeout(5000) });
    if (answer.ok) {
      await answer.arrayBuffer();
      return null;
    }
    return `${part.health} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`;
  } catch (error) {
    const { message, cause } = /** @type {Error & {cause?: Error}} */ (error);
    return `${part.health}: ${cause?.message || message}`;
  }
}
