import '@testing-library/jest-dom/vitest';
import 'vitest-canvas-mock';
