export { ConfirmStart } from './confirm-start.tsx';
export { PlannedStartDialog } from './planned-start-dialog.tsx';
