/** Bridges and tunnels of containers, virtual machines and VPNs: no phone in the room reaches those. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|tun|tap|wg|tailscale|zt)/;

/**
 * The address at which others in the same network reach this machine, IPv4, since people type it.
 * @param {ReturnType<typeof import('node:os').networkInterfaces>} interfaces
 * @returns {string | null} null if there is no network
 */
export function machineAddress(interfaces) {
  const found = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'));
  return found[0]?.address ?? null;
}
