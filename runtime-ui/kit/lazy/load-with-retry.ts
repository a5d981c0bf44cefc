/** Milliseconds before the second and the third try. */
const RETRY_DELAYS = [500, 2_000];
/** For which version of the program this tab was loaded anew by itself: once is enough. */
const RELOADED = 'muster-reloaded-for';

const failedStylesheets = new Set<HTMLLinkElement>();
if (typeof document !== 'undefined') document.addEventListener('error', ({ target }) => { if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target); }, true);

/** The bundler asks for the styles of a part once, and takes them for there afterwards. */
async function reloadFailedStylesheets(): Promise<void> {
  await Promise.all([...failedStylesheets].map((link) => new Promise<void>((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = () => resolve();
    again.onerror = () => reject(new DOMException(again.href, 'NetworkError'));
    failedStylesheets.delete(link);
    link.replaceWith(again);
  })));
}

/** The program that the server would give to a new tab; undefined: it cannot be reached. */
async function currentEntryScript(): Promise<string | undefined> {
  const page = await fetch('/', { cache: 'no-store' }).then((answer) => (answer.ok ? answer.text() : ''), () => '');
  return /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(page)?.[1];
}

/** After a deployment the parts of the old program are gone: the tab takes the new one, once, and asks first where something is typed. */
async function reloadIfDeployed(): Promise<void> {
  const program = await currentEntryScript();
  if (program === undefined || [...document.scripts].some(({ src }) => new URL(src, location.href).pathname === program)) return;
  if (sessionStorage.getItem(RELOADED) === program) return;
  sessionStorage.setItem(RELOADED, program);
  location.reload();
}

/** Loads a part of the program, and tries again twice when it does not come. Throws what the last try threw. */
export async function loadWithRetry<Part>(load: () => Promise<Part>, pauses: readonly number[] = RETRY_DELAYS): Promise<Part> {
  for (let tries = 0; ; tries += 1) {
    try {
      await reloadFailedStylesheets();
      return await load();
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined) {
        await reloadIfDeployed().catch(() => undefined);
        throw error;
      }
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
}
