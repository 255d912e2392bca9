import '@testing-library/jest-dom/vitest';
import 'vitest-canvas-mock';
import { configure } from '@testing-library/react';

// What is waited for comes in milliseconds; a busy machine may stand still for seconds. Who never comes still fails.
configure({ asyncUtilTimeout: 15_000 });
