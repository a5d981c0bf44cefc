export { ApprovalPage } from './approval-page.tsx';
export { AuthCodePage } from './auth-code-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { LogoutPage } from './logout-page.tsx';
export { NewPasswordPage } from './new-password-page.tsx';
