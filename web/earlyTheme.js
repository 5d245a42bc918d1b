// Runs before the first paint, so that a chosen theme does not appear late. Not a module, because modules run later.
document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('chat:theme') ?? 'null') ?? '';
