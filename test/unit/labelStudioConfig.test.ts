import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import {
  attributeText,
  LabelStudioConfig,
} from '../../electron/core/formats/labelStudio/labelStudioConfig.ts';

/** The value of an attribute as a parser reads it. */
function read(xml: string): unknown {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    trimValues: false,
    processEntities: true,
    htmlEntities: true,
  });
  const parsed: unknown = parser.parse(xml);
  return parsed;
}

describe('a text in an attribute of config.xml', () => {
  it.each([
    ['two lines', 'one\ntwo\r\nthree\tfour', 'one&#10;two&#13;&#10;three&#9;four'],
    ['quotes', `"a" & 'b' <c>`, '&quot;a&quot; &amp; &#39;b&#39; &lt;c&gt;'],
    ['an emoji', '🐈‍⬛', '🐈‍⬛'],
    ['what XML cannot hold', 'a\u0001\ud800b', 'a\ufffd\ufffdb'],
  ])('is escaped: %s', (_name, text, escaped) => {
    expect(attributeText(text)).toBe(escaped);
  });

  it('is read as the same text', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('ab "\'<>&;#1\n\r\t🐈é\u0085\u2028')) });
    fc.assert(
      fc.property(text, (value) => {
        expect(read(`<View a="${attributeText(value)}"/>`)).toEqual({ View: { a: value } });
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});

describe('the setup for Label Studio', () => {
  const BOXES = {
    name: 'regions',
    title: 'Boxes',
    comparison: { level: 'boxes' },
  } as const;

  it('has a control for each shape and for what is said of regions, under names that no field has', () => {
    const config = new LabelStudioConfig(
      [BOXES, { name: 'state', title: 'State', comparison: { level: 'text' } }],
      true,
    );
    config.saw('image');
    expect(config.drawing('regions', 'rectanglelabels', ['cat'])).toBe('regions');
    expect(config.drawing('regions', 'polygonlabels', ['dog', 'a\nb'])).toBe('regions-polygonlabels');
    expect(config.drawing('regions', 'polygonlabels', ['cow'])).toBe('regions-polygonlabels');
    expect(config.about('state', 'choices', ['broken'])).toBe('state-region');
    expect(config.about('seen', 'rating', 7)).toBe('seen');
    expect(config.xml()).toBe(`<View>
  <Image name="image" valueList="$images"/>
  <Header value="Boxes"/>
  <RectangleLabels name="regions" toName="image">
    <Label value="cat"/>
  </RectangleLabels>
  <Header value="State"/>
  <TextArea name="state" toName="image"/>
  <PolygonLabels name="regions-polygonlabels" toName="image">
    <Label value="dog"/>
    <Label value="a&#10;b"/>
    <Label value="cow"/>
  </PolygonLabels>
  <Choices name="state-region" toName="image" perRegion="true">
    <Choice value="broken"/>
  </Choices>
  <Rating name="seen" toName="image" perRegion="true" maxRating="7"/>
</View>
`);
  });
});
