#!/bin/sh
# Installs the packages of a list, and leaves nothing behind that differs from one build to the next.
# With DEBIAN_SNAPSHOT (a time such as 20260901T000000Z) the archive is asked as it was then: same inputs, same image.
set -eu
list=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
if [ -n "${DEBIAN_SNAPSHOT:-}" ]; then
  rm -f /etc/apt/sources.list.d/*.sources
  {
    echo "deb [check-valid-until=no] http://snapshot.debian.org/archive/debian/$DEBIAN_SNAPSHOT trixie main"
    echo "deb [check-valid-until=no] http://snapshot.debian.org/archive/debian-security/$DEBIAN_SNAPSHOT trixie-security main"
  } > /etc/apt/sources.list
fi
# Services are not started in an image.
printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
chmod +x /usr/sbin/policy-rc.d
apt-get -qq update
# shellcheck disable=SC2046
apt-get -qq install -y --no-install-recommends -o Dpkg::Use-Pty=0 $(cat "$list")
apt-get -qq clean
dpkg-query -W -f '${Package}\t${Version}\t${Architecture}\t${Maintainer}\n' | sort > /usr/share/kube-ovn-packages.tsv
rm -rf /usr/sbin/policy-rc.d /var/lib/apt/lists/* /var/cache/* /var/log/* /tmp/* \
  /usr/share/doc/* /usr/share/man/* /usr/share/locale/* /usr/share/info/* \
  /etc/machine-id /var/lib/dbus/machine-id /etc/*- /var/lib/dpkg/*-old /var/lib/systemd/catalog/database
find / -xdev -name __pycache__ -type d -prune -exec rm -rf {} +
mkdir -p /var/cache/apt/archives/partial /var/lib/apt/lists/partial
