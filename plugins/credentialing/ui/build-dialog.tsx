import { useEffect, useState } from 'react';
import { toText } from '#engine/model';
import {
  Button,
  ButtonLink,
  Dialog,
  getErrorMessage,
  onLiveEvent,
  recordRoute,
  useInvalidateRecords,
  useSession,
  type SlotProps,
} from '#ui';
import { buildCredentialing } from './credentialing-api.ts';
import { tCredentialing } from './texts.ts';
import './credentialing.css';

const PROGRESS = 'credentialing-progress-event';
/** Steps of a build while it runs; the others end it. */
const STEPS: readonly string[] = ['record', 'items', 'agreements'];

/** Builds the record once; returns the texts of its steps as they come, and how it ended. */
function useBuild(placement: string) {
  const invalidate = useInvalidateRecords();
  const [steps, setSteps] = useState<readonly string[]>([]);
  const [end, setEnd] = useState<{ readonly record: string } | { readonly error: string }>();
  useEffect(() => {
    let isCurrent = true;
    const add = (text: string) => setSteps((before) => (text === '' || before.includes(text) ? before : [...before, text]));
    const stop = onLiveEvent(PROGRESS, (data) => {
      const [step, text] = [data?.['step'], data?.['text']];
      if (data?.['placement'] === placement && STEPS.some((one) => one === step) && typeof text === 'string') add(text);
    });
    add(tCredentialing('build.first'));
    buildCredentialing(placement)
      .then(({ _id }) => invalidate(['credentialing', 'placements']).then(() => isCurrent && setEnd({ record: toText(_id) })))
      .catch((error: unknown) => isCurrent && setEnd({ error: getErrorMessage(error) }));
    return () => {
      isCurrent = false;
      stop();
    };
  }, [placement]);
  return { steps, end };
}

/** Builds the credentialing record of a placement, and says what is being done. */
export function BuildDialog({ record, reload, close }: SlotProps<'record'> & { readonly close: () => void }) {
  const user = useSession((session) => session.user);
  const { steps, end } = useBuild(record._id);
  const leave = () => {
    if (end !== undefined) reload();
    close();
  };
  const built = end !== undefined && 'record' in end ? end.record : undefined;
  return (
    <Dialog
      opened
      title={tCredentialing('build.title')}
      size="confirm"
      onCancel={leave}
      actions={
        <>
          <Button onClick={leave}>{tCredentialing('build.close')}</Button>
          {built !== undefined && (
            <ButtonLink variant="primary" href={recordRoute('credentialing', built, user)}>
              {tCredentialing('build.open')}
            </ButtonLink>
          )}
        </>
      }
    >
      <ol className="cr-steps" role="status" aria-busy={end === undefined}>
        {steps.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {built !== undefined && <li>{tCredentialing('build.done')}</li>}
      </ol>
      {end !== undefined && 'error' in end && (
        <p role="alert" className="cr-problem">
          {end.error}
        </p>
      )}
    </Dialog>
  );
}
