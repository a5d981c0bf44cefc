import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, CLIENT_ERRORS, getErrorMessage, getShell, startPreview, writePreviewTab } from '../../../client/index.ts';
import { Button, ErrorState, LoadingProgress, t, usePageTitle } from '../../../kit/index.ts';
import { firstPage, readPreviewAddress, type PreviewAddress } from './preview-address.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import './preview.css';

/** Starts the preview in this tab; resolves with its first page. */
async function openPreview(address: PreviewAddress): Promise<string> {
  const { token } = await startPreview(address.request);
  writePreviewTab({ request: address.request, back: address.back, token });
  try {
    return firstPage(address, (await getShell()).user);
  } catch (error) {
    writePreviewTab(undefined);
    throw error;
  }
}

/** The definition that has a problem, else the property. */
function placeOf(detail: ApiError['details'][number]): string {
  const { definition } = detail as { readonly definition?: unknown };
  return typeof definition === 'string' ? definition : detail.field;
}

interface PreviewPageProps {
  /** Opens an address; default: the browser loads it. */
  readonly goTo?: (address: string) => void;
}

/** `/preview`: chooses for whom definitions are shown, if the address does not say so, and opens the product as they would see it. */
export function PreviewPage({ goTo = (address) => location.replace(address) }: PreviewPageProps) {
  const { search } = useLocation();
  const address = readPreviewAddress(search);
  const [isChoosing, setChoosing] = useState(address.isChoosing);
  usePageTitle(t('studioPreview.title'));
  if (!isChoosing) return <Starting key={search} address={address} goTo={goTo} onChoose={() => setChoosing(true)} />;
  // Without a choice the preview goes on as it was, if it was started.
  const cancel = () => (address.hasPerson ? setChoosing(false) : goTo(address.back));
  const { changeSet, ...initial } = address.request;
  return <PreviewDialog changeSet={changeSet} initial={initial} back={address.back} open={address.open} onCancel={cancel} goTo={goTo} />;
}

interface StartingProps {
  readonly address: PreviewAddress;
  readonly goTo: (address: string) => void;
  readonly onChoose: () => void;
}

function Starting({ address, goTo, onChoose }: StartingProps) {
  const [error, setError] = useState<unknown>();
  const isStarted = useRef(false);
  const start = () => {
    setError(undefined);
    openPreview(address).then(goTo, setError);
  };
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    start();
  });
  if (error === undefined)
    return (
      <main className="sp-page">
        <LoadingProgress active />
        <p>{t('studioPreview.starting')}</p>
      </main>
    );
  const details = error instanceof ApiError ? error.details : [];
  const isProblem = error instanceof ApiError && error.code === 'definition_invalid';
  return (
    <main className="sp-page">
      <ErrorState
        title={t('studioPreview.failed')}
        text={isProblem ? t('studioPreview.problems') : getErrorMessage(error)}
        code={error instanceof ApiError ? error.code : CLIENT_ERRORS.unreadable}
        onRetry={start}
      />
      {details.length > 0 && (
        <ul className="sp-problems" aria-label={t('studioPreview.problemList')}>
          {details.map((detail) => (
            <li key={`${placeOf(detail)} ${detail.field} ${detail.message}`}>
              <strong>{placeOf(detail)}</strong> {detail.message}
            </li>
          ))}
        </ul>
      )}
      <p className="sp-buttons">
        <Button onClick={onChoose}>{t('studioPreview.chooseOther')}</Button>
        <Button onClick={() => goTo(address.back)}>{t('studioPreview.leave')}</Button>
      </p>
    </main>
  );
}
