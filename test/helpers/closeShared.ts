import { afterAll } from 'vitest';
import { closeShared } from './endOfFile.ts';

afterAll(closeShared);
