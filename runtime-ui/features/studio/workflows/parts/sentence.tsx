import { capitalize, splitMarks } from '../model/workflow-names.ts';

/** A sentence with its values in bold. */
export function Sentence({ text }: { readonly text: string }) {
  return splitMarks(capitalize(text)).map((part, index) => (part.isMarked ? <strong key={index}>{part.text}</strong> : part.text));
}
