import { useCallback, useEffect, useState } from 'react';
import { ApiError, ErrorState, getErrorMessage, Logo, SkeletonRows, t } from '#ui';
import { CodeStep, ConsentStep } from './first-steps.tsx';
import { EndPage, findEnd } from './end-page.tsx';
import { openLink, type SigningState } from './esign-api.ts';
import { SignDocument } from './sign-document.tsx';
import { tSign } from './texts.ts';
import './esign.css';

interface Problem {
  readonly text: string;
  readonly code: string;
}

const toProblem = (cause: unknown): Problem => ({ text: getErrorMessage(cause), code: cause instanceof ApiError ? cause.code : '' });

/** What the link in the address opens. */
function useLink() {
  const [state, setState] = useState<SigningState>();
  const [problem, setProblem] = useState<Problem>();
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const open = useCallback(() => {
    setProblem(undefined);
    openLink(token).then(setState, (cause: unknown) => setProblem(toProblem(cause)));
  }, [token]);
  useEffect(() => {
    if (token !== '') open();
  }, [open, token]);
  return { state, setState, problem, open, hasToken: token !== '' };
}

/** `/esign`: a recipient signs a document, without an account. */
export function EsignPage() {
  const { state, setState, problem, open, hasToken } = useLink();
  if (state?.status === 'open') return <SignDocument state={state} onChange={setState} />;
  const end = state && findEnd(state);
  return (
    <main className="sg-public">
      <p className="sg-brand">
        <Logo size={24} /> {t('product')}
      </p>
      {!hasToken && (
        <>
          <h1>{tSign('noToken')}</h1>
          <p>{tSign('noTokenHelp')}</p>
        </>
      )}
      {problem !== undefined && (
        <ErrorState
          title={tSign('failed')}
          text={problem.text}
          reassurance={tSign('failedHelp')}
          onRetry={open}
          {...(problem.code === '' ? {} : { code: problem.code })}
        />
      )}
      {hasToken && state === undefined && problem === undefined && (
        <div aria-label={tSign('loading')} role="status">
          <SkeletonRows rows={5} columns={1} />
        </div>
      )}
      {problem === undefined && state?.status === 'code' && <CodeStep state={state} onChange={setState} />}
      {problem === undefined && state?.status === 'consent' && <ConsentStep state={state} onChange={setState} />}
      {problem === undefined && state !== undefined && end !== undefined && <EndPage state={state} end={end} />}
    </main>
  );
}
