/** Sign-in, sign-out and passwords; most are verbatim from the specification. */
export const sessionTexts = {
  signIn: {
    title: 'Sign in', email: 'E-mail', password: 'Password', rememberMe: 'Remember Me', rememberHelp: 'keeps your e-mail for 30 days', submit: 'Sign In',
    forgot: 'Forgot your password?', showPassword: 'Show password', hidePassword: 'Hide password', capsLock: 'Caps Lock is on', checkBoth: 'Check both, or reset the password.',
    provider: 'Placed by us? Sign in here to finish your credentialing.', needAccount: 'Need an account? Ask your administrator for an invite.',
    welcome: 'Welcome {{name}}. Login Successful!', headline: 'Everyone accounted for.', tagline: 'Candidates, placements and credentials for schools and clinics, each with a next step and an owner.',
    limited: 'Too many attempts. Wait a moment, then try again.',
  },
  forgot: {
    title: 'Reset your password', help: 'Type your e-mail. We send a temporary password to it.', submit: 'Submit', back: 'Back to Login',
    sent: 'Password reset request was successful.', warning: 'Warning',
  },
  newPassword: {
    verifyTitle: 'Enter the temporary password', verifyHelp: 'It was sent to you by e-mail.', temporary: 'Temporary password', verify: 'Verify',
    title: 'Create a new password', create: 'Create Password', confirm: 'Confirm Password', submit: 'Submit',
    done: 'Password Successfully Reset. Sending to login.', dialogTitle: 'Could not verify',
    wrongTemporary: 'Temporary Password was not correct', wrongEither: 'Email or temporary password was incorrect',
    failed: 'There was an issue setting new password. Please try again later. Or contact us if this issue persists.',
    required: 'Password is required', confirmRequired: 'Password confirm is required', mismatch: 'Passwords do not match',
    tooShort: 'Must be at least 8 characters long', tooLong: 'Must be at most {{count}} characters long',
    pattern: 'Not valid, passwords must be at least 8 characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=',
    rules: { length: '8 characters or more', lower: 'one lowercase letter', upper: 'one uppercase letter', special: 'one of @#$%^&+=?!*' },
  },
  logout: { signingOut: 'Signing out', done: 'You have been logged out.', inactivity: 'You have been logged out due to inactivity.', login: 'Login' },
  authCode: {
    title: 'Authentication code', paste: 'Please paste this code in your gmail account confirmation input:', copy: 'Copy to Clipboard', copied: 'Authentication Code Copied to Clipboard', selected: 'The code is selected. Press Ctrl C to copy it.',
    missing: 'There is no code in this address.', missingHelp: 'Connect the mail account again from the start.',
  },
  idle: { title: 'Are you still there?', text: 'You will be logged out due to inactivity in {{count}} seconds.', text_one: 'You will be logged out due to inactivity in {{count}} second.', no: 'No', yes: 'Yes' },
  expired: { text: 'Your session has expired', action: 'Logged Out' },
} as const;
