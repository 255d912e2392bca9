import { describe, expect, test } from 'vitest';
import type { HealthFinding } from '../../shared/benchmarks/benchmark.ts';
import { health } from '../../shared/benchmarks/caughtcheating/health.ts';
import { caughtCheatingItem } from '../helpers/healthItems.ts';
import { present } from '../helpers/present.ts';
import { realItems } from '../helpers/realData.ts';

const items = ({ groups }: HealthFinding): string[] => [...new Set(groups.flatMap((group) => group.items))];

const real = realItems();
if (real !== null)
  describe('of the published metadata', () => {
    const findings = new Map(
      health(
        real.map((payload) =>
          caughtCheatingItem(payload, { image: { size: null, sha256: null, perceptualHash: null } }),
        ),
      ).map((finding) => [finding.kind, finding] as const),
    );
    const found = (kind: string): HealthFinding => present(findings.get(kind), `No ${kind}.`);
    const names = (kind: string): string[] => items(found(kind));

    test('always yes scores 100 %', () => {
      expect(found('constant-answers')).toMatchObject({
        severity: 'serious',
        table: { rows: [['Yes', 141]] },
      });
    });
    test('one address twice', () => {
      expect(names('duplicate-urls')).toEqual(['true_images/true_21.png', 'true_images/true_25.png']);
    });
    test('claims: 22 texts, 69 of 100 in-sample, 59 leaving one out', () => {
      const { explanation, table } = found('one-class-claims');
      expect(table?.rows).toHaveLength(22);
      expect(explanation).toContain('69 of 100 right (69 %)');
      expect(explanation).toContain('59 (59 %) leaving one out');
      expect(names('one-class-claims')).toHaveLength(16);
      expect(found('rare-claims').table?.rows).toContainEqual(['of one item only', 13, 3]);
    });
    test('partner and scene against class', () => {
      expect(found('partner-skew').statistic?.p).toBeCloseTo(0.015773, 6);
      expect(names('scene-skew')).toEqual(['true_images/true_1.png', 'true_images/true_2.png']);
    });
    test('share tokens that begin with CB in clued items only', () => {
      expect(names('url-tells-class')).toHaveLength(17);
    });
    test('clues and questions used twice', () => {
      expect(names('duplicate-deterministic-clues')).toEqual([
        'true_images/true_6.png',
        'true_images/true_21.png',
      ]);
      expect(names('duplicate-reasoning-questions')).toEqual([
        'true_images/true_6.png',
        'true_images/true_21.png',
        'true_images/true_50.png',
      ]);
      expect(names('near-duplicate-reasoning-questions')).toContain('true_images/true_43.png');
    });
    test('one item with its keys in another order', () => {
      expect(names('unusual-keys')).toEqual(['false_images/false_21.png']);
    });
    test('half of the clued items without a part in the IoU, and none with a box', () => {
      expect(names('metric-support')).toHaveLength(25);
      expect(found('metric-support').table?.rows[0]).toEqual(['Clued IoU', 25, 46, 17]);
      expect(names('missing-boxes')).toHaveLength(50);
    });
    test('gender proves something of boyfriends only', () => {
      expect(found('gendered-clues').table?.rows).toContainEqual(['names a gender', 19, 0]);
    });
  });
