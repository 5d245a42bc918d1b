// Runs before the first paint, so that a chosen theme does not flash in late. Not a module: those wait for the page.
try {
  const theme = JSON.parse(localStorage.getItem('chat:theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage refused: the system's theme it is.
}
