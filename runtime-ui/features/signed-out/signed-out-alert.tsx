import { CircleAlert } from 'lucide-react';
import { Icon } from '../../kit/index.ts';

/** The error message above a form. */
export function SignedOutAlert({ title, help }: { readonly title: string; readonly help?: string | undefined }) {
  return (
    <div role="alert" className="ms-out-alert">
      <Icon of={CircleAlert} size={16} />
      <div>
        <strong>{title}</strong>
        {help}
      </div>
    </div>
  );
}
