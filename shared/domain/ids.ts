import { z } from 'zod';

/** Branded UUIDv7 keys: an id of one table can never be passed where another's is expected. */
export const ItemId = z.uuid().brand<'ItemId'>();
export type ItemId = z.infer<typeof ItemId>;
export const ImageId = z.uuid().brand<'ImageId'>();
export type ImageId = z.infer<typeof ImageId>;
export const PersonId = z.uuid().brand<'PersonId'>();
export type PersonId = z.infer<typeof PersonId>;
export const AnnotationId = z.uuid().brand<'AnnotationId'>();
export type AnnotationId = z.infer<typeof AnnotationId>;
export const RegionId = z.uuid().brand<'RegionId'>();
export type RegionId = z.infer<typeof RegionId>;
export const EventId = z.uuid().brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;
export const AssignmentId = z.uuid().brand<'AssignmentId'>();
export type AssignmentId = z.infer<typeof AssignmentId>;
export const AdjudicationId = z.uuid().brand<'AdjudicationId'>();
export type AdjudicationId = z.infer<typeof AdjudicationId>;
export const GuidelineId = z.uuid().brand<'GuidelineId'>();
export type GuidelineId = z.infer<typeof GuidelineId>;
export const PackageId = z.uuid().brand<'PackageId'>();
export type PackageId = z.infer<typeof PackageId>;
export const ConflictId = z.uuid().brand<'ConflictId'>();
export type ConflictId = z.infer<typeof ConflictId>;
