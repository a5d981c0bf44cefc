import { Component, type ComponentType, type ReactNode } from 'react';
import { t } from '../kit/index.ts';

interface SlotBoundaryProps {
  readonly plugin: string;
  /** Such as 'cells leads.status'. */
  readonly slot: string;
  readonly children: ReactNode;
}

/** Stands around what a plugin shows: when that throws, the plugin is named in its place, and the rest of the page goes on. */
class SlotBoundary extends Component<SlotBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logSlotFailure(this.props.plugin, this.props.slot, error);
  }

  /** Another record, or a value that changed, is another try. */
  override componentDidUpdate({ children }: SlotBoundaryProps) {
    if (this.state.hasFailed && children !== this.props.children) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? <span role="alert">{t('states.pluginFailed', { plugin: this.props.plugin })}</span> : this.props.children;
  }
}

/** Tells in the console which plugin failed where, with the cause. */
export function logSlotFailure(plugin: string, slot: string, error: unknown): void {
  console.error(`The plugin ${plugin} failed in ${slot}.`, error);
}

/** A component of a plugin that takes nothing else along when it throws. */
export function withSlotBoundary<Props extends object>(plugin: string, slot: string, Slot: ComponentType<Props>): ComponentType<Props> {
  return function BoundedSlot(props: Props) {
    return <SlotBoundary plugin={plugin} slot={slot}><Slot {...props} /></SlotBoundary>;
  };
}
