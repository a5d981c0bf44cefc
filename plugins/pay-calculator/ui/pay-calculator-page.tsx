import { Logo, PageHeader, t, TextLink } from '#ui';
import { PayCalculator } from './pay-calculator.tsx';
import { tPay } from './texts.ts';

/** `/app/pay-calculator`: the calculator within the frame. */
export function PayCalculatorPage() {
  return (
    <>
      <PageHeader title={tPay('title')} />
      <div className="ms-page">
        <PayCalculator />
      </div>
    </>
  );
}

/** `/test`: the same page without a session. */
export function PublicPayCalculatorPage() {
  return (
    <main className="pc-public">
      <header>
        <TextLink href="/login" look="bare" className="pc-brand">
          <Logo size={24} /> {t('product')}
        </TextLink>
        <h1>{tPay('title')}</h1>
      </header>
      <PayCalculator />
    </main>
  );
}
