import type { ReactNode } from 'react';

/** A part of a screen under its title; `beside` leads to more of it. */
export function Panel({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  );
}
