import { Component, type ComponentType, type ReactNode } from 'react';
import { t } from '../kit/index.ts';

interface SlotBoundaryProps {
  readonly plugin: string;
  /** Such as 'cells books.status'. */
  readonly slot: string;
  readonly children: ReactNode;
}

/**
 * Error boundary around a slot of a plugin: if it throws, an error with the plugin's name is shown instead, and the rest of the page still
 * works.
 */
class SlotBoundary extends Component<SlotBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logSlotFailure(this.props.plugin, this.props.slot, error);
  }

  /** Renders again if the record or the value changed. */
  override componentDidUpdate({ children }: SlotBoundaryProps) {
    if (this.state.hasFailed && children !== this.props.children) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? <span role="alert">{t('states.pluginFailed', { plugin: this.props.plugin })}</span> : this.props.children;
  }
}

/** Logs to the console which plugin failed in which slot, with the cause. */
export function logSlotFailure(plugin: string, slot: string, error: unknown): void {
  console.error(`The plugin ${plugin} failed in ${slot}.`, error);
}

/** Wraps a plugin's component in an error boundary. */
export function withSlotBoundary<Props extends object>(plugin: string, slot: string, Slot: ComponentType<Props>): ComponentType<Props> {
  return function BoundedSlot(props: Props) {
    return (
      <SlotBoundary plugin={plugin} slot={slot}>
        <Slot {...props} />
      </SlotBoundary>
    );
  };
}
