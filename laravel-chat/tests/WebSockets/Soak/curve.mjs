const WIDTH = 900;
const HEIGHT = 260;
const LEFT = 60;

/** Resident memory and connections over time as one SVG. */
export function curve(samples) {
  const start = samples[0].at;
  const seconds = samples.at(-1).at - start;
  const mostMb = Math.ceil(Math.max(...samples.map(({ rss }) => rss / 1024)) / 20) * 20;
  const most = Math.max(1, ...samples.map(({ connections }) => connections));
  const x = ({ at }) => (LEFT + ((at - start) / seconds) * (WIDTH - LEFT - 10)).toFixed(1);
  const line = (value, top) =>
    samples
      .map((sample) => `${x(sample)},${(HEIGHT - 30 - (value(sample) / top) * (HEIGHT - 60)).toFixed(1)}`)
      .join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Memory and connections during the soak">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<polyline fill="none" stroke="#bbb" points="${line(({ connections }) => connections, most)}"/>
<polyline fill="none" stroke="#c22f25" stroke-width="2" points="${line(({ rss }) => rss / 1024, mostMb)}"/>
<text x="${LEFT}" y="18" fill="#c22f25">resident memory of the loop, 0 to ${mostMb} MB</text>
<text x="${WIDTH - 10}" y="18" fill="#777" text-anchor="end">connections, 0 to ${most}</text>
<text x="${LEFT}" y="${HEIGHT - 8}" fill="#777">0</text><text x="${WIDTH - 10}" y="${HEIGHT - 8}" fill="#777" text-anchor="end">${Math.round(seconds / 60)} min</text>
</svg>
`;
}
