import { useState } from 'react';
import type { Admin, AdminRole } from '#contract/organizations.ts';
import { adminsText as text } from '#contract/text/organizations-admins.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { nameOf } from './admin-row.tsx';

const ROLES: readonly AdminRole[] = ['Owner', 'Admin'];

interface RoleSheetProps {
  admin: Admin;
  open: boolean;
  onClose: () => void;
  onAssign: (role: AdminRole) => void;
}

/** The role of an administrator; Assign is there only when another one is chosen. Source: ADM-009. */
export function RoleSheet({ admin, open, onClose, onAssign }: RoleSheetProps) {
  const [role, setRole] = useState(admin.role);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={text.roleOf(nameOf(admin))}
      footer={
        role !== admin.role && (
          <Button block onClick={() => onAssign(role)}>
            {text.assign}
          </Button>
        )
      }
    >
      <RadioGroup label={text.roleOf(nameOf(admin))} hideLabel>
        {ROLES.map((each) => (
          <RadioRow
            key={each}
            name="role"
            value={each}
            label={text.roles[each]}
            detail={text.roleHelp[each]}
            checked={role === each}
            onChange={() => setRole(each)}
          />
        ))}
      </RadioGroup>
    </Sheet>
  );
}
