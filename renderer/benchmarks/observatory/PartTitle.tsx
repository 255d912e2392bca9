import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** The title of a part of the form. */
export const PartTitle = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <Box id={id} component="h3" fz="sm" fw={600} lh="20px">
    {children}
  </Box>
);
