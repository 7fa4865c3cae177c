import './lib/browser-language.js';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/frame.css';
import './ui/parts.css';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { i18n } from './i18n/i18n.js';
import { queries } from './queries.js';
import { router } from './router.js';
import { ClockProvider } from './ui/clock.js';
import { PreferencesProvider } from './ui/preferences.js';

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <PreferencesProvider>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <ClockProvider>
            <RouterProvider router={router} />
          </ClockProvider>
        </QueryClientProvider>
      </I18nProvider>
    </PreferencesProvider>
  </StrictMode>,
);
