/** Milliseconds before the second and the third attempt. */
const RETRY_DELAYS = [500, 2_000];
/** Storage key of the version that this tab was reloaded for automatically: it reloads once per version. */
const RELOADED = 'muster-reloaded-for';

const failedStylesheets = new Set<HTMLLinkElement>();
if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target);
    },
    true,
  );

/** The bundler requests the styles of a chunk only once, so failed stylesheets are requested again here. */
async function reloadFailedStylesheets(): Promise<void> {
  await Promise.all(
    [...failedStylesheets].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = () => resolve();
          again.onerror = () => reject(new DOMException(again.href, 'NetworkError'));
          failedStylesheets.delete(link);
          link.replaceWith(again);
        }),
    ),
  );
}

/** The entry script of the version that the server currently serves; undefined: it cannot be reached. */
async function currentEntryScript(): Promise<string | undefined> {
  const page = await fetch('/', { cache: 'no-store' }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  return /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(page)?.[1];
}

/**
 * After a deployment the chunks of the old version are gone: the tab reloads once to get the new version, and asks first if there is
 * unsaved input.
 */
async function reloadIfDeployed(): Promise<void> {
  const program = await currentEntryScript();
  if (program === undefined || [...document.scripts].some(({ src }) => new URL(src, location.href).pathname === program)) return;
  if (sessionStorage.getItem(RELOADED) === program) return;
  sessionStorage.setItem(RELOADED, program);
  location.reload();
}

/** Loads a chunk, and retries twice if that fails. Throws the error of the last attempt. */
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
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    }
  }
}
