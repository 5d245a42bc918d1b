/**
 * Where a run's record lies in its folder, so that a later run of the same level takes its place and whoever resumes finds it.
 * @param {{kind: string, plan: {target: string, users: number, repetition?: number}, client: {name: string}}} record
 */
export function recordFile({ kind, plan: { target, users, repetition = 1 }, client }) {
  return `${kind}-${target.replace(/[^A-Za-z0-9-]+/g, '_')}-${String(users).padStart(5, '0')}-${client.name}-${repetition}.json`;
}
