import type { TemplatePreview } from '../shared/message.ts';
import { tMessages } from './texts.ts';

/** A message as its recipient would see it. HTML is in a sandbox, without scripts and forms. */
export function PreviewContent({ preview }: { readonly preview: Pick<TemplatePreview, 'subject' | 'text' | 'html'> }) {
  return (
    <section className="mg-preview" aria-label={tMessages('previewTitle')}>
      <strong>{preview.subject}</strong>
      {preview.html === null ? (
        <pre>{preview.text}</pre>
      ) : (
        <iframe
          title={tMessages('previewTitle')}
          sandbox=""
          srcDoc={`<body style="font-family:sans-serif;background:#fff">${preview.html}`}
        />
      )}
    </section>
  );
}
