// A process's first formatter makes Chromium load every locale. In a worker, the page doesn't wait for it.
new Intl.DateTimeFormat();
close();
