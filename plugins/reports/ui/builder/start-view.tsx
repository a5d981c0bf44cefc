import { EmptyState, SkeletonRows } from '#ui';
import { tReports } from '../texts.ts';
import type { BuilderProps } from './contract.ts';
import { Line } from './line.tsx';
import { SourceChoice } from './source-choice.tsx';
import { TitleBar } from './title-bar.tsx';

/** A report without a source, or with one that cannot be used: the source is chosen. */
export function StartView(props: BuilderProps & { readonly problem?: string | undefined; readonly isLoading?: boolean }) {
  const { editor, problem, isLoading = false } = props;
  return (
    <>
      <TitleBar {...props} />
      <div className="rp-lines">
        <Line label={tReports('source')} issues={editor.form.issues['related_module']}>
          <SourceChoice form={editor.form} />
        </Line>
      </div>
      {isLoading ? (
        <SkeletonRows rows={8} columns={4} />
      ) : (
        <EmptyState title={tReports(problem === undefined ? 'startTitle' : 'noModule')} help={problem ?? tReports('startHelp')} />
      )}
    </>
  );
}
