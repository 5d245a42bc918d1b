// Runs before the first paint, so that a chosen theme does not appear late. Not a module, because modules run later.
try {
  const theme = JSON.parse(localStorage.getItem('chat:theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage refused: use the system's theme.
}
