#!/bin/sh
# make-root.sh LOCK ARCHITECTURE FOLDER APPLET...: a root file system of exactly the packages of the lock, unpacked and not
# installed: nothing of them runs, so any machine makes it for any processor, and there is nothing that changes from run to run.
# DEBIAN_SNAPSHOT (such as 20261130T000000Z): the archive as it was then, for locks whose packages the archive has replaced.
set -eu
umask 022
lock=$1 architecture=$2 root=$3
shift 3

work=$(mktemp -d)
cd "$work"
awk -F '\t' -v "a=$architecture" '$1 == a' "$lock" > wanted
[ -s wanted ] || { echo "$lock has no packages for $architecture" >&2; exit 1; }
if [ -n "${DEBIAN_SNAPSHOT:-}" ]; then
  rm -f /etc/apt/sources.list.d/*.sources
  for part in debian:trixie debian-security:trixie-security; do
    echo "deb [check-valid-until=no] http://snapshot.debian.org/archive/${part%:*}/$DEBIAN_SNAPSHOT ${part#*:} main"
  done > /etc/apt/sources.list
fi
dpkg --add-architecture "$architecture"
options='-qq -o APT::Sandbox::User='
# shellcheck disable=SC2086
apt-get $options update
# shellcheck disable=SC2046,SC2086
apt-get $options download $(awk -F '\t' '{ print $2 ":" $1 "=" $3 }' wanted) || {
  echo "The archive has other versions by now: set DEBIAN_SNAPSHOT to the day of the lock, or renew it (npm run images -- --update)." >&2
  exit 1
}
# "sha256  file" for whatever file has that sum.
sha256sum ./*.deb | sort > found
awk -F '\t' '{ print $4 }' wanted | sort > sums
awk '{ print $1 }' found | cmp - sums || { echo "a package is not the one of the lock" >&2; exit 1; }

mkdir -p "$root/usr/bin" "$root/usr/sbin" "$root/usr/lib" "$root/usr/lib64"
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$root/$folder"; done
for package in ./*.deb; do
  dpkg-deb --extract "$package" "$root"
  # Where scanners look for the packages of images without a package manager.
  name=$(dpkg-deb --field "$package" Package)
  mkdir -p "$root/var/lib/dpkg/status.d"
  dpkg-deb --field "$package" > "$root/var/lib/dpkg/status.d/$name"
done

cd "$root"
find usr/share/doc -type f ! -name copyright -delete
find usr/share/doc -type l ! -name copyright ! -path 'usr/share/doc/*/*' -o -type l -delete
find usr/share/doc -type d -empty -delete
# Start scripts of other process managers, their settings, and programs in languages that are not here.
rm -rf usr/share/man usr/share/locale usr/share/info usr/share/lintian usr/share/bug usr/share/bash-completion \
  usr/share/zsh usr/share/fish usr/share/initramfs-tools usr/share/*/bugtool-plugins usr/share/*/scripts \
  usr/share/openvswitch/python usr/share/openvswitch/switch usr/share/gcc usr/share/gdb usr/lib/systemd usr/lib/python3 usr/lib/sysusers.d usr/lib/tmpfiles.d \
  usr/lib/udev usr/lib/*/gconv etc/init.d etc/default etc/network etc/nftables.conf etc/logrotate.d etc/cron.daily etc/cron.d etc/apparmor.d
for program in usr/bin/* usr/sbin/*; do
  [ -f "$program" ] && [ ! -L "$program" ] || continue
  if head -c 64 "$program" | head -n 1 | tr -d '\0' | grep -q '^#!.*\(python\|perl\|bash\)'; then rm "$program"; fi
done

for applet in "$@"; do ln -s busybox "usr/bin/$applet"; done
mkdir -p dev proc sys etc root run tmp var/log var/tmp
chmod 0700 root
chmod 1777 tmp var/tmp
ln -s ../run var/run
printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n' > etc/passwd
printf 'root:x:0:\nnogroup:x:65534:\n' > etc/group
printf 'passwd: files\ngroup: files\nhosts: files dns\n' > etc/nsswitch.conf
rm -rf "$work"
